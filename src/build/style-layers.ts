/** Puts the styles of antd-mobile below ours. */
import type { Plugin } from 'vite'

/**
 * Wraps the style sheets of antd-mobile in a cascade layer. Styles outside of layers win, so that ours override them
 * whatever the order in which they load, and without longer selectors.
 */
export const createStyleLayersPlugin = (): Plugin => ({
  name: 'style-layers',
  enforce: 'pre',
  transform(code, id) {
    if (!/node_modules\/antd-mobile\/.*\.css$/.test(id)) return null
    return { code: `@layer antd-mobile {\n${code}\n}`, map: null }
  },
})
