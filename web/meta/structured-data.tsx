/** Structured data for search engines in the schema.org vocabulary (https://schema.org), as JSON-LD. */
export const StructuredData = ({ data }: { data: object }) => (
  <script
    type="application/ld+json"
    // Escaping "<" prevents the data from closing the script element.
    dangerouslySetInnerHTML={{ __html: JSON.stringify(data).replaceAll('<', '\\u003c') }}
  />
);
