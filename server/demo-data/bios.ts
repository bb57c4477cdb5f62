/** What the sample teachers have written about themselves, by their names. */
export const DEMO_BIOS: Record<string, string> = {
  'Clara Whitfield': `I have built interfaces for banks, museums and one very demanding library. For the last six years I have led a small front-end team that ships every day.

I teach what I wish somebody had shown me at the start: the platform first, frameworks second. You will write code in every lesson, and I read every submission myself.`,
  'Tomás Herrera': `Back-end engineer from Bogotá, now in Lisbon. I have spent fifteen years making slow systems fast and quiet systems talk.

I speak at conferences about databases and about mistakes, mostly my own. My classes are full of both.`,
  'Amara Okafor': `I run growth marketing for a company that sells tools to bakers. Before that, I wrote ads that nobody clicked, and learned why.

In my classes we measure first and argue later. Bring a real product; it does not have to be yours.`,
  'Jonas Lindqvist': `I design brands and the letters that they are set in. My studio in Malmö is two desks and a very large table.

Good type is a craft that can be learned. We look closely, draw by hand, and only then turn on the computer.`,
  'Mei Tanaka': `I work on mobile products that people open forty times a day, so every tenth of a second matters to me.

My students publish a small app by the end of the class. It will not be perfect, and that is part of the lesson.`,
  'Rafael Duarte': `I have made seven games alone and finished four of them. Two paid the rent for a while.

I teach the parts that decide whether a game feels right: movement, timing, and when to stop adding things.`,
  'Hannah Weiss': `I look after the search traffic of publishers and shops, and I have recovered more broken migrations than I can count.

No tricks in my classes: we read logs, fix what keeps crawlers out, and write pages that deserve to be found.`,
  'Priya Raman': `Illustrator and art director. My drawings have been in magazines, on tea boxes and once on a ferry.

I believe that everybody can draw well enough to explain an idea. We start there and see how far you want to go.`,
};
