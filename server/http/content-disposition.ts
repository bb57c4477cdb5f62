/**
 * A `Content-Disposition` header (RFC 6266). A name that is not plain ASCII is also sent in full (RFC 8187).
 * @param isInline whether the browser may show the file itself. Otherwise it is downloaded.
 */
export const contentDisposition = (name: string, isInline = false): string => {
  const plain = name.replace(/[^\x20-\x7e]|["\\%]/g, '_');
  const header = `${isInline ? 'inline' : 'attachment'}; filename="${plain}"`;
  if (plain === name) return header;
  const full = encodeURIComponent(name).replace(
    /['()*]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${header}; filename*=UTF-8''${full}`;
};
