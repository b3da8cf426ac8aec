import type { Plugin } from 'vite'

/** Files of the contract, and the functions that they export to declare something. */
const declarations: Readonly<Record<string, readonly string[]>> = {
  resource: ['defineResource', 'resourceOutput', 'resourcePageOutput'],
  endpoint: ['defineEndpoint', 'objectOutput', 'listOutput', 'pageOutput', 'fileOutput'],
  area: ['defineArea'],
  report: ['defineReport', 'getReportEndpoints'],
  'state-machine': ['defineStateMachine'],
  preset: ['definePresets'],
  field: [
    'text',
    'note',
    'integer',
    'amount',
    'choice',
    'flag',
    'day',
    'moment',
    'reference',
    'references',
    'image',
    'file',
    'list',
    'custom',
  ],
}

/**
 * Marks calls of the contract's declaration functions as pure, so that the bundler drops declarations that a page does
 * not use. A page that lists meters then carries none of the other forty resources.
 *
 * Only calls of names imported from the contract are marked. The bundler's own list of pure names would also match
 * local variables, and drop `page.addEventListener(…)` and `list.push(…)`.
 */
export function createPureDeclarationsPlugin(): Plugin {
  return {
    name: 'pure-declarations',
    enforce: 'pre',
    transform(code, id) {
      if (!/\/src\/[^?]*\.tsx?$/.test(id)) return null
      const names = [...code.matchAll(/^import \{([^}]*)\} from '(?:@\/contract|\.)\/(\w[\w-]*)'/gm)].flatMap(
        ([, imported = '', from = '']) => imported.split(/[\s,]+/).filter((name) => declarations[from]?.includes(name)),
      )
      if (names.length === 0) return null
      const calls = new RegExp(`(?<![\\w$.'"\`-])(?:${names.join('|')})(?=[(<])`, 'g')
      return { code: code.replace(calls, '/* @__PURE__ */ $&'), map: null } // no source map: line numbers stay the same
    },
  }
}
