import 'antd-mobile/es/global'
import { unstableSetRender } from 'antd-mobile/es/utils/unstable-render'
import { createRoot } from 'react-dom/client'

/**
 * Registers a React 19 renderer for antd-mobile, whose Toast and Dialog otherwise show nothing. Import this file before
 * any part of antd-mobile (a test checks it). The file is not in the first bundle: with the styles of antd-mobile it
 * adds 5 KB that the first page does not need.
 */
unstableSetRender((node, container) => {
  const root = createRoot(container)
  root.render(node)
  return () =>
    new Promise<void>((resolve) =>
      setTimeout(() => {
        root.unmount()
        resolve()
      }),
    )
})
