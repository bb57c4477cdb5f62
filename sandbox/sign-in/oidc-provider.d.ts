declare module 'oidc-provider/lib/provider.js' {
  export { Provider } from 'oidc-provider';
}
