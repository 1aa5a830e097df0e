/** All resources come from this origin, and nothing is stored or reported: a key lives as long as the page. */
Scalar.createApiReference('#reference', {
  url: '/openapi.json',
  baseServerURL: location.origin,
  // A trial request goes to the server of the page: its policy allows no other.
  servers: [{ url: location.origin }],
  authentication: { preferredSecurityScheme: 'apiKey' },
  darkMode: matchMedia('(prefers-color-scheme: dark)').matches,
  theme: 'none',
  withDefaultFonts: false,
  telemetry: false,
  persistAuth: false,
  hideClientButton: true,
  hiddenClients: true,
  showDeveloperTools: 'never',
  agent: { disabled: true },
  mcp: { disabled: true },
  documentDownloadType: 'direct',
  defaultOpenAllTags: true,
  orderSchemaPropertiesBy: 'preserve',
})
