import type { Plugin } from 'vite'

/** Declaration functions that each file of the contract exports. */
const declarationFunctionsByFile: Readonly<Record<string, readonly string[]>> = {
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
 * not use. The page of meters, for example, then loads none of the other forty resources.
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
        ([, importedNames = '', contractFile = '']) =>
          importedNames.split(/[\s,]+/).filter((name) => declarationFunctionsByFile[contractFile]?.includes(name)),
      )
      if (names.length === 0) return null
      const calls = new RegExp(`(?<![\\w$.'"\`-])(?:${names.join('|')})(?=[(<])`, 'g')
      return { code: code.replace(calls, '/* @__PURE__ */ $&'), map: null } // no source map: line numbers stay the same
    },
  }
}
