/**
 * Formats a number in English: 1,234.50. Without Intl, because its first use in a page takes more than half as
 * long as the hydration.
 * @param decimals the number of decimal places; the value must not have more
 */
export const formatNumber = (value: number, decimals = 0): string => {
  const [whole = '', fraction] = value.toFixed(decimals).split('.');
  const grouped = whole.replaceAll(/\B(?=(\d{3})+$)/g, ',');
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
};
