/** The form's styles. The site passes its colors through the element's style option, as with Stripe's. */
const CSS = `
.card-sandbox { container-type: inline-size; font: inherit; }
.card-sandbox-row { display: flex; flex-wrap: wrap; align-items: center; gap: .5rem 1rem; }
.card-sandbox-field { display: flex; align-items: center; gap: .5rem; }
.card-sandbox-field--number { flex: 1 1 15rem; }
.card-sandbox-field--short { flex: 0 1 5rem; }
.card-sandbox input { width: 100%; min-width: 0; padding: .25rem 0; border: 0; outline: 0; background: transparent; color: var(--card-color, inherit); font: inherit; font-variant-numeric: tabular-nums; }
.card-sandbox input::placeholder { color: var(--card-placeholder, #6b7280); opacity: 1; }
.card-sandbox input[aria-invalid="true"] { color: var(--card-invalid, #b42318); }
.card-sandbox input:focus-visible { box-shadow: 0 2px 0 0 currentColor; }
.card-sandbox-brand { flex: none; min-width: 2.6rem; padding: .1rem .3rem; border-radius: .3rem; background: #1c2333; color: #fff; font-size: .65rem; font-weight: 700; text-align: center; text-transform: uppercase; letter-spacing: .03em; }
.card-sandbox-ribbon { margin: .75rem 0 0; font-size: .8rem; }
.card-sandbox-ribbon strong { display: inline-block; margin-inline-end: .5rem; padding: .05rem .5rem; border-radius: 1rem; background: #fff1c9; color: #6b4a00; }
.card-sandbox-dialog { width: min(92vw, 30rem); height: 24rem; margin: auto; padding: 0; border: 0; border-radius: 1rem; }
.card-sandbox-dialog::backdrop { background: rgb(10 15 30 / 60%); }
.card-sandbox-dialog iframe { width: 100%; height: 100%; border: 0; display: block; }
`;

let adopted = false;

/** Adopts the style sheet, because a strict content security policy forbids inline styles. */
export const adoptStyle = (): void => {
  if (adopted) return;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(CSS);
  document.adoptedStyleSheets.push(sheet);
  adopted = true;
};
