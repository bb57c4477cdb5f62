/** What a page's texts may have instead of the name of the company, which the brand has. */
const COMPANY = '{company}';

/** A line with the name of the company. */
export const fillIn = (line: string, company: string): string => line.split(COMPANY).join(company);

/** The same for Markdown, in which the name means nothing but itself. */
export const fillInMarkdown = (text: string, company: string): string =>
  fillIn(text, company.replace(/[!-/:-@[-`{-~]/g, String.raw`\$&`));
