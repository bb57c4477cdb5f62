/** Fills encoded parameters into a path such as `/classes/:id`. A missing parameter is left empty. */
export const fillPath = (path: string, params: object): string => {
  const values = params as Record<string, string | number | undefined>;
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
};
