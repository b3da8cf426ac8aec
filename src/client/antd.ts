import 'antd-mobile/es/global'
import { unstableSetRender } from 'antd-mobile/es/utils/unstable-render'
import { createRoot } from 'react-dom/client'

/**
 * Import this before any part of antd-mobile (a test sees to it). Its Toast and Dialog show nothing under React 19 until they
 * are given a renderer; and with its styles it is 5 KB that the first page does not need.
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
