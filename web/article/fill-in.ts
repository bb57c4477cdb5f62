/** The placeholder for the company's name in the texts of a page. */
const COMPANY = '{company}';

/** Replaces the placeholder with the company's name. */
export const fillIn = (line: string, company: string): string => line.split(COMPANY).join(company);

/** Does the same for Markdown, where the name is escaped so that it is not read as markup. */
export const fillInMarkdown = (text: string, company: string): string =>
  fillIn(text, company.replace(/[!-/:-@[-`{-~]/g, String.raw`\$&`));
