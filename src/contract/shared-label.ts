/**
 * Returns the keys of the labels that replace the missing text of a field or option. The first key is the general label
 * of the area (`inputs`, `inputOptions`), the second is the shared label of all areas (`fields`, `options` of the
 * contract's texts). Empty for keys of other texts.
 *
 * `orders:workOrder.fields.lineId` → `orders:inputs.lineId`, `contract:fields.lineId`;
 * `quality:answerOptions.result.ok` → `quality:inputOptions.result.ok`, `contract:options.result.ok`; columns of lists
 * (`sub`, `subOptions`) likewise.
 */
export function findSharedLabelKeys(key: string): readonly string[] {
  const [, area = '', textPath = ''] = /^(?:(\w+):)?(.*)$/s.exec(key) ?? []
  const path = textPath.split('.')
  const [first = '', second = ''] = path
  // Labels are named by the field, texts of options by field and option.
  const isLabel =
    ((first === 'inputs' || first === 'answers') && path.length === 2) ||
    (second === 'fields' && path.length === 3) ||
    (second === 'sub' && path.length === 4)
  const isOptionText =
    ((first === 'inputOptions' || first === 'answerOptions') && path.length === 3) ||
    (second === 'options' && path.length === 4) ||
    (second === 'subOptions' && path.length === 5)
  if (!isLabel && !isOptionText) return []
  const name = path.slice(isLabel ? -1 : -2).join('.')
  const areaKey = `${area}:${isLabel ? 'inputs' : 'inputOptions'}.${name}`
  return [...(area && areaKey !== key ? [areaKey] : []), `contract:${isLabel ? 'fields' : 'options'}.${name}`]
}

interface TextStore {
  exists(key: string, options: { lng?: string }): boolean
  t(key: string, options: { lng?: string }): string
}
/** Creates i18next options with which a field or option that has no text gets its shared label. */
export const createSharedLabelOptions = (texts: TextStore) => ({
  appendNamespaceToMissingKey: true,
  parseMissingKeyHandler(key: string, defaultValue?: string, options?: { lng?: string }): string {
    if (defaultValue !== undefined) return defaultValue
    const language = options?.lng === undefined ? {} : { lng: options.lng }
    const sharedKey = findSharedLabelKeys(key).find((candidate) => texts.exists(candidate, language))
    return sharedKey === undefined ? key.replace(/^\w+:/, '') : texts.t(sharedKey, language)
  },
})
