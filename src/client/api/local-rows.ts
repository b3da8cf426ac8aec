import { getFieldInLanguage, type Language, toSearchText } from '@/contract/language'
import { isRangeFiltered, NO_REFERENCE, type ListQuery, type Resource } from '@/contract/resource'

type RowValues = Record<string, unknown>
type FilteredResource = Pick<Resource, 'fields' | 'filters' | 'search' | 'sort' | 'englishFields'>

/**
 * True if a row matches a list's filters as the server would apply them, so that local rows appear in the right lists.
 * A keyword that searches referenced rows cannot be evaluated on the phone and counts as no match.
 */
export function matchesQuery(resource: FilteredResource, query: ListQuery, row: RowValues): boolean {
  if (query.id !== undefined && !String(query.id).split(',').includes(String(row['id']))) return false
  const keyword = toSearchText(String(query.keyword ?? ''))
  if (keyword && !resource.search.some((name) => toSearchText(String(row[name] ?? '')).includes(keyword))) return false
  return resource.filters.every((name) => matchesField(resource, name, query, row[name]))
}

function matchesField(resource: FilteredResource, name: string, query: ListQuery, value: unknown): boolean {
  const field = resource.fields[name]
  if (!field) return true
  if (isRangeFiltered(field)) return isWithinRange(value, query[`${name}From`], query[`${name}To`])
  const filterValue = query[name]
  if (isBlank(filterValue)) return true
  const filterValues = String(filterValue).split(',')
  // `!` and an id select all rows but those with this reference (`buildNotEqualFilter`).
  if (field.kind === 'reference' && filterValues[0]!.startsWith('!')) return value !== filterValues[0]!.slice(1)
  if (field.kind === 'reference' && isBlank(value)) return filterValues.includes(NO_REFERENCE)
  if (field.kind === 'flag') return String(value === true) === String(filterValue)
  if (Array.isArray(value)) return value.some((item) => filterValues.includes(String(item)))
  if (field.kind === 'text' || field.kind === 'note')
    return toSearchText(String(value ?? '')).includes(toSearchText(String(filterValue)))
  return filterValues.includes(String(value ?? ''))
}
function isWithinRange(value: unknown, from: unknown, to: unknown): boolean {
  if (isBlank(from) && isBlank(to)) return true
  if (isBlank(value)) return false
  const isAtLeast = (left: unknown, right: unknown) =>
    typeof value === 'number' ? Number(left) >= Number(right) : String(left) >= String(right)
  return (isBlank(from) || isAtLeast(value, from)) && (isBlank(to) || isAtLeast(to, value))
}
const isBlank = (value: unknown): boolean => value === undefined || value === null || value === ''

/**
 * Sorts rows as the server's list does for a reader of `language`: by the query's order, else by the resource's default
 * order. Empty values come last.
 */
export function sortRows<R extends RowValues>(
  resource: FilteredResource,
  query: ListQuery,
  rows: readonly R[],
  language: Language,
): R[] {
  const sort = query.sort || resource.sort
  const fieldName = sort.replace(/^-/, '')
  const sign = sort.startsWith('-') ? -1 : 1
  return [...rows].sort((a, b) => {
    const [leftValue, rightValue] = [
      getFieldInLanguage(resource, a, fieldName, language),
      getFieldInLanguage(resource, b, fieldName, language),
    ]
    if (isBlank(leftValue) || isBlank(rightValue)) return Number(isBlank(leftValue)) - Number(isBlank(rightValue))
    return (
      sign *
      (typeof leftValue === 'number' && typeof rightValue === 'number'
        ? leftValue - rightValue
        : String(leftValue).localeCompare(String(rightValue), undefined, { numeric: true }))
    )
  })
}

/** Fields that name a row, best first. */
const NAME_FIELDS = ['name', 'accountName', 'title', 'planName', 'userName', 'label']
const ENGLISH_NAME_FIELDS = ['nameEn', 'titleEn', 'planNameEn', 'labelEn']
const CODE_FIELDS = ['code', 'number', 'no', 'serial', 'rollNumber', 'orderNumber', 'lot']
const getFirstText = (row: Record<string, unknown>, keys: readonly string[]) =>
  keys.map((key) => row[key]).find((value): value is string => typeof value === 'string' && value !== '')

/**
 * Builds a row's display name from its code and its name in `language`. It needs no resource definition, so it also
 * works for scanned rows and for pickers without a network.
 */
export function buildRowLabel(row: Record<string, unknown>, language: Language): string {
  const parts = [
    getFirstText(row, CODE_FIELDS),
    getFirstText(
      row,
      language === 'en' ? [...ENGLISH_NAME_FIELDS, ...NAME_FIELDS] : [...NAME_FIELDS, ...ENGLISH_NAME_FIELDS],
    ),
  ].filter((part) => part !== undefined)
  return parts.length > 0 ? [...new Set(parts)].join(' · ') : String(row['id'] ?? '')
}
