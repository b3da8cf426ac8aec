/**
 * Returns the key of the shared label that a field or option has if its area gives it none of its own: `fields` and
 * `options` of the contract's texts. Null for keys of other texts.
 *
 * `orders:workOrder.fields.lineId` → `contract:fields.lineId`, `quality:inputOptions.result.ok` →
 * `contract:options.result.ok`; columns of lists (`sub`, `subOptions`) likewise.
 */
export function findSharedLabelKey(key: string): string | null {
  const path = key.replace(/^\w+:/, '').split('.')
  const [first = '', second = ''] = path
  const isPlace = (ofInput: string, ofResource: string, ofList: string, names: number) =>
    (first === ofInput && path.length === 1 + names) ||
    (second === ofResource && path.length === 2 + names) ||
    (second === ofList && path.length === 3 + names)
  if (isPlace('inputs', 'fields', 'sub', 1)) return `contract:fields.${path.at(-1)}`
  if (isPlace('inputOptions', 'options', 'subOptions', 2)) return `contract:options.${path.slice(-2).join('.')}`
  return null
}

interface TextStore {
  exists(key: string, options: { lng?: string }): boolean
  t(key: string, options: { lng?: string }): string
}
/** Creates i18next's `parseMissingKeyHandler`: a key without a text of its own gets its shared label. */
export const createSharedLabelHandler =
  (texts: TextStore) =>
  (key: string, defaultValue?: string, options?: { lng?: string }): string => {
    if (defaultValue !== undefined) return defaultValue
    const sharedKey = findSharedLabelKey(key)
    const language = options?.lng === undefined ? {} : { lng: options.lng }
    return sharedKey && texts.exists(sharedKey, language) ? texts.t(sharedKey, language) : key
  }
