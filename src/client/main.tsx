import './ui/tokens.css'
import './ui/ui.css'
import './shell/shell.css'
import { unstableSetRender } from 'antd-mobile/es/utils/unstable-render'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './App'
import { boot } from './boot'
import { startTheme } from './ui/theme'

// antd-mobile's Toast and Dialog show nothing under newer React until they are given a renderer.
unstableSetRender((node, container) => {
  const root = createRoot(container)
  root.render(node)
  return () => new Promise<void>((resolve) => setTimeout(() => { root.unmount(); resolve() }))
})
startTheme()

const place = document.getElementById('app')
if (!place) throw new Error('index.html has no #app')
const client = await boot()
createRoot(place).render(<StrictMode><App client={client} /></StrictMode>)
