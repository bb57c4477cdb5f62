/** The company's names, for both sides. */
export const NAMES = { name: 'ClassHarbor', company: 'ClassHarbor Ltd.' } as const;
