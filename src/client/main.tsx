import './ui/tokens.css'
import './ui/ui.css'
import './ui/page.css'
import './shell/shell.css'
import './shell/pages.css'
import './registered-areas'
import './prefetch-start'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './App'
import { startApp } from './start-app'
import { hideComposingKeys, selectNumbersOnFocus } from './ui/input-listeners'
import { startTheme } from './ui/theme'

/** Entry of the client: installs the global listeners and renders the app. */

// First, because listeners of the window run in the order in which they were added.
hideComposingKeys(window)
startTheme()
selectNumbersOnFocus(document)

const container = document.getElementById('app')
if (!container) throw new Error('index.html has no #app')
// No top-level await, which could wait forever: chunks that startApp waits for may import this file and would wait for
// it.
void startApp().then((client) =>
  createRoot(container).render(
    <StrictMode>
      <App client={client} />
    </StrictMode>,
  ),
)
