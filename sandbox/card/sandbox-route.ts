/** The settings of every route of the card sandbox. */
export const SANDBOX_ROUTE = {
  config: { access: 'card sandbox', limit: { unlimited: 'For the demo only' } },
  schema: { hide: true },
};
