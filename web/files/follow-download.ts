/** Makes the browser download what an address on this site answers, without leaving the page. */
export const followDownload = (address: string): void => {
  const link = document.createElement('a');
  link.href = address;
  link.download = '';
  link.click();
};
