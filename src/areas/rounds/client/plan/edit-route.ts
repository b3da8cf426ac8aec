import type { Row } from '@/contract/resource'
import type { inspectionPlan } from '@/areas/rounds/contract/inspection-plan'

export type RoutePoint = Row<typeof inspectionPlan>['points'][number]
export type RouteItem = Row<typeof inspectionPlan>['items'][number]
/** Points and check items of an inspection plan. */
export interface InspectionRoute {
  readonly points: readonly RoutePoint[]
  readonly items: readonly RouteItem[]
}

/**
 * Returns the next key with a prefix, e.g. `p7`: the highest number in `usedKeys` plus one. A removed point's key may
 * be used again. Stored results are not affected, because every round keeps its own copy of the plan's points.
 */
export function getNextKey(prefix: string, usedKeys: readonly string[]): string {
  const numbers = usedKeys.flatMap((key) =>
    key.startsWith(prefix) && /^\d+$/.test(key.slice(prefix.length)) ? [Number(key.slice(prefix.length))] : [],
  )
  return `${prefix}${Math.max(0, ...numbers) + 1}`
}
const createItem = (pointKey: string, key: string): RouteItem => ({
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
export function addPoint(route: InspectionRoute, equipmentId: string): InspectionRoute {
  const key = getNextKey(
    'p',
    route.points.map((point) => point.key),
  )
  return {
    points: [...route.points, { key, equipmentId, code: null, instruction: null, scanRequired: false }],
    items: [...route.items, createItem(key, `${key}i1`)],
  }
}
/** Removes a point and its items. */
export function removePoint(route: InspectionRoute, key: string): InspectionRoute {
  return {
    points: route.points.filter((point) => point.key !== key),
    items: route.items.filter((item) => item.pointKey !== key),
  }
}
/** Moves a point by one place in the walking order; at either end the route stays unchanged. */
export function movePoint(route: InspectionRoute, key: string, offset: -1 | 1): InspectionRoute {
  const fromIndex = route.points.findIndex((point) => point.key === key)
  const toIndex = fromIndex + offset
  const [point, neighbour] = [route.points[fromIndex], route.points[toIndex]]
  if (!point || !neighbour) return route
  return { ...route, points: route.points.with(fromIndex, neighbour).with(toIndex, point) }
}
/** Changes fields of a point. */
export const changePoint = (route: InspectionRoute, key: string, changes: Partial<RoutePoint>): InspectionRoute => ({
  ...route,
  points: route.points.map((point) => (point.key === key ? { ...point, ...changes } : point)),
})
/** Appends an empty item to a point. */
export function addItem(route: InspectionRoute, pointKey: string): InspectionRoute {
  const pointItems = route.items.filter((item) => item.pointKey === pointKey)
  return {
    ...route,
    items: [
      ...route.items,
      createItem(
        pointKey,
        getNextKey(
          `${pointKey}i`,
          pointItems.map((item) => item.key),
        ),
      ),
    ],
  }
}
const matchesItem = (item: RouteItem, pointKey: string, key: string) => item.pointKey === pointKey && item.key === key
/** Removes an item of a point. */
export const removeItem = (route: InspectionRoute, pointKey: string, key: string): InspectionRoute => ({
  ...route,
  items: route.items.filter((item) => !matchesItem(item, pointKey, key)),
})
/** Changes fields of an item. Clears unit and limits if the item is not numeric. */
export const changeItem = (
  route: InspectionRoute,
  pointKey: string,
  key: string,
  changes: Partial<RouteItem>,
): InspectionRoute => ({
  ...route,
  items: route.items.map((item) => {
    if (!matchesItem(item, pointKey, key)) return item
    const changedItem = { ...item, ...changes }
    return changedItem.kind === 'number'
      ? changedItem
      : { ...changedItem, unit: null, low: null, high: null, warnLow: null, warnHigh: null }
  }),
})
