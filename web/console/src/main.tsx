import './styles/tokens.css'
import './styles/base.css'
import './styles/parts.css'
import './styles/shell.css'
import './styles/views.css'
import './styles/ownership.css'
import './styles/payable.css'
import './styles/resolve.css'
import './styles/overview.css'
import './styles/search.css'
import { createRoot } from 'react-dom/client'
import { App } from './app.tsx'

createRoot(document.getElementById('console')!).render(<App />)
