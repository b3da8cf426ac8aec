import type { Row } from '@/contract/resource'
import type { inspectionPlan } from '@/areas/maintenance/contract/inspection-plan'

export type Point = Row<typeof inspectionPlan>['points'][number]
export type Item = Row<typeof inspectionPlan>['items'][number]
/** Points and check items of an inspection plan. */
export interface Route {
  readonly points: readonly Point[]
  readonly items: readonly Item[]
}

/**
 * Returns the next key with a prefix, e.g. `p7`: one more than the highest in `usedKeys`. Keys are not reused within a
 * plan, because results refer to their point by key.
 */
export function nextKey(prefix: string, taken: readonly string[]): string {
  const numbers = taken.flatMap((key) =>
    key.startsWith(prefix) && /^\d+$/.test(key.slice(prefix.length)) ? [Number(key.slice(prefix.length))] : [],
  )
  return `${prefix}${Math.max(0, ...numbers) + 1}`
}
const newItem = (pointKey: string, key: string): Item => ({
  pointKey,
  key,
  label: '',
  labelEn: null,
  kind: 'okNotOk',
  unit: null,
  low: null,
  high: null,
  warnLow: null,
  warnHigh: null,
  optional: false,
})

/** Appends a machine to the route, with one empty item. */
export function addPoint(route: Route, equipmentId: string): Route {
  const key = nextKey(
    'p',
    route.points.map((point) => point.key),
  )
  return {
    points: [...route.points, { key, equipmentId, code: null, instruction: null, scanRequired: false }],
    items: [...route.items, newItem(key, `${key}i1`)],
  }
}
/** Removes a point and its items. */
export function removePoint(route: Route, key: string): Route {
  return {
    points: route.points.filter((point) => point.key !== key),
    items: route.items.filter((item) => item.pointKey !== key),
  }
}
/** Moves a point by one place in the walking order; at either end the route stays unchanged. */
export function movePoint(route: Route, key: string, by: -1 | 1): Route {
  const from = route.points.findIndex((point) => point.key === key)
  const to = from + by
  const [point, other] = [route.points[from], route.points[to]]
  if (!point || !other) return route
  return { ...route, points: route.points.map((one, at) => (at === from ? other : at === to ? point : one)) }
}
/** Changes fields of a point. */
export const changePoint = (route: Route, key: string, change: Partial<Point>): Route => ({
  ...route,
  points: route.points.map((point) => (point.key === key ? { ...point, ...change } : point)),
})
/** Appends an empty item to a point. */
export function addItem(route: Route, pointKey: string): Route {
  const own = route.items.filter((item) => item.pointKey === pointKey)
  return {
    ...route,
    items: [
      ...route.items,
      newItem(
        pointKey,
        nextKey(
          `${pointKey}i`,
          own.map((item) => item.key),
        ),
      ),
    ],
  }
}
const isItem = (item: Item, pointKey: string, key: string) => item.pointKey === pointKey && item.key === key
/** Removes an item of a point. */
export const removeItem = (route: Route, pointKey: string, key: string): Route => ({
  ...route,
  items: route.items.filter((item) => !isItem(item, pointKey, key)),
})
/** Changes fields of an item. Clears unit and limits if the item is not numeric. */
export const changeItem = (route: Route, pointKey: string, key: string, change: Partial<Item>): Route => ({
  ...route,
  items: route.items.map((item) => {
    if (!isItem(item, pointKey, key)) return item
    const next = { ...item, ...change }
    return next.kind === 'number' ? next : { ...next, unit: null, low: null, high: null, warnLow: null, warnHigh: null }
  }),
})
