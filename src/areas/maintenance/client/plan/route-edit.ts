import type { Row } from '@/contract/resource'
import type { inspectionPlan } from '@/areas/maintenance/contract/inspection-plan'

export type Point = Row<typeof inspectionPlan>['points'][number]
export type Item = Row<typeof inspectionPlan>['items'][number]
export interface Route {
  readonly points: readonly Point[]
  readonly items: readonly Item[]
}

/** The next key of a kind that is not taken: `p7`. Keys are never used again within a plan, so results stay with their point. */
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

/** A machine joins the end of the route, with one item to fill in. */
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
export function removePoint(route: Route, key: string): Route {
  return {
    points: route.points.filter((point) => point.key !== key),
    items: route.items.filter((item) => item.pointKey !== key),
  }
}
/** A point moves by one place in the walking order; at either end it stays. */
export function movePoint(route: Route, key: string, by: -1 | 1): Route {
  const from = route.points.findIndex((point) => point.key === key)
  const to = from + by
  const [point, other] = [route.points[from], route.points[to]]
  if (!point || !other) return route
  return { ...route, points: route.points.map((one, at) => (at === from ? other : at === to ? point : one)) }
}
export const changePoint = (route: Route, key: string, change: Partial<Point>): Route => ({
  ...route,
  points: route.points.map((point) => (point.key === key ? { ...point, ...change } : point)),
})
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
export const removeItem = (route: Route, pointKey: string, key: string): Route => ({
  ...route,
  items: route.items.filter((item) => !isItem(item, pointKey, key)),
})
/** An item that is no number any more has no unit and no limits. */
export const changeItem = (route: Route, pointKey: string, key: string, change: Partial<Item>): Route => ({
  ...route,
  items: route.items.map((item) => {
    if (!isItem(item, pointKey, key)) return item
    const next = { ...item, ...change }
    return next.kind === 'number' ? next : { ...next, unit: null, low: null, high: null, warnLow: null, warnHigh: null }
  }),
})
