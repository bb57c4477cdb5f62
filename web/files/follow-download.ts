/** Starts the download of an address on this site without leaving the page. */
export const followDownload = (address: string): void => {
  const link = document.createElement('a');
  link.href = address;
  link.download = '';
  link.click();
};
