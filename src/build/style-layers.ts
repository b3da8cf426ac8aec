import type { Plugin } from 'vite'

/**
 * Wraps the style sheets of antd-mobile in a cascade layer. Our styles are outside of layers, so they win in any loading
 * order and without longer selectors. The layer below is our reset of the browser's defaults.
 */
export const createStyleLayersPlugin = (): Plugin => ({
  name: 'style-layers',
  enforce: 'pre',
  transform(code, id) {
    if (!/node_modules\/antd-mobile\/.*\.css$/.test(id)) return null
    return { code: `@layer reset, antd-mobile;\n@layer antd-mobile {\n${code}\n}`, map: null }
  },
})
