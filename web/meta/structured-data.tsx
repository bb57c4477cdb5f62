/** Facts for search engines in the words of schema.org (https://schema.org), as JSON-LD. */
export const StructuredData = ({ data }: { data: object }) => (
  <script
    type="application/ld+json"
    // The only sign that could end the element is written so that it cannot.
    dangerouslySetInnerHTML={{ __html: JSON.stringify(data).replaceAll('<', '\\u003c') }}
  />
);
