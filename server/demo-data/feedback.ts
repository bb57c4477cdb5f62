/** [slug of the class, index in DEMO_STUDENTS, rating, text, reply of the teacher]. Each student is enrolled in the class. */
type DemoFeedback = readonly [slug: string, student: number, rating: number, text: string, reply?: string];

export const DEMO_FEEDBACK: readonly DemoFeedback[] = [
  ['modern-html-css', 0, 5, 'I finally understand why my layouts broke. Clara explains every choice, and the feedback on my portfolio was better than any code review I have had at work.'],
  ['modern-html-css', 4, 4, 'Clear and calm. The last week was a little fast for me, but the recordings helped.', 'Thank you, that is fair. The last week is now two weeks, so there is more time for the grid.'],
  ['pixel-platformer', 2, 5, 'My jump feels good! Two friends asked me where they can buy the game.'],
  ['logo-design-workshop', 7, 5, 'Three marks for one brief sounded impossible. It was the most useful homework I ever did. Jonas found the weak one in a second and made me see it too.'],
  ['typescript-in-practice', 1, 4, 'Lots of real code, no toy examples. I would have liked one more session on generics.'],
  ['marketing-foundations', 3, 5, 'We used my plan at our bakery. Saturday mornings are full now.'],
  ['react-apps-that-last', 5, 5, 'The part on forms alone was worth the price. My team adopted the checklist the week after.'],
  ['first-mobile-app', 6, 3, 'Good content and a friendly group. App review took longer than the class allowed for, so I finished a week late.', 'Sorry about the wait! The reviews take longer than they used to, so the class now submits the app a week earlier.'],
  ['seo-fundamentals', 8, 4, 'No magic tricks, just things that work. Hannah answered every question, even the silly ones.'],
  ['typography-that-works', 9, 5, 'I now see bad spacing everywhere. Thank you, I think.'],
  ['game-feel', 10, 5, 'Ten prototypes in ten days. The checklist hangs above my desk.'],
  ['node-apis-postgresql', 11, 4, 'Demanding and fair. The load test at the end was humbling in the best way, because I saw exactly where my design bent and why.'],
  ['paid-social-campaigns', 3, 2, 'Solid, but more than half of it was about one network that my customers do not use.', 'Thank you for saying so. The lessons on search and local ads are longer now.'],
  ['illustration-for-products', 12, 5, 'Priya has an eye for what to leave out. Our empty states got compliments from customers.'],
  ['technical-seo', 8, 5, 'Following a crawler through the logs changed how I build sites.'],
  ['web-security-basics', 1, 4, 'Breaking the training site was great fun, fixing it was even better.'],
]; // prettier-ignore
