import { createApiReference } from '@scalar/api-reference'
import '@scalar/api-reference/style.css'
import './reference.css'

/** Everything comes from this origin, and nothing is kept or reported: a key that is tried lives as long as the page. */
createApiReference('#reference', {
  url: '/openapi.json',
  baseServerURL: location.origin,
  // A request that is tried asks the server that the page came from: its policy allows no other.
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
