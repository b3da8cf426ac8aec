/** Preset stop reasons 停机原因 of a new plant. A plant may add more reasons. */
export const stopReasons = {
  planned: [
    'orderChange',
    'colourChange',
    'specificationChange',
    'filterChange',
    'dieScraping',
    'spinneretChange',
    'beltCleaning',
    'maintenance',
    'noOrder',
    'powerLimit',
  ],
  unplanned: [
    'webBreak',
    'rollWrap',
    'drip',
    'winding',
    'bonding',
    'blower',
    'electrical',
    'rawMaterial',
    'quality',
    'mechanical',
    'other',
  ],
} as const
/** Reasons outside planned busy time (ISO 22400-2), because nothing was to be produced. All others lie inside it. */
export const reasonsOutsideBusyTime: readonly string[] = ['maintenance', 'noOrder', 'powerLimit']
export type StopClass = keyof typeof stopReasons
export type StopReason = (typeof stopReasons)[StopClass][number]

interface ReasonNode {
  readonly id: string
  readonly class: StopClass
  readonly parentId: string | null
}
export type ReasonProblem = 'parentIsChild' | 'parentOfOtherClass' | 'ownParent' | 'hasChildren'
/** Returns why a reason may not have this parent; null if it may. Below the two classes, the tree has two levels. */
export function validateReasonParent(
  reason: ReasonNode,
  parent: ReasonNode | null,
  hasChildren: boolean,
): ReasonProblem | null {
  if (!parent) return null
  if (parent.id === reason.id) return 'ownParent'
  if (parent.parentId !== null) return 'parentIsChild'
  if (parent.class !== reason.class) return 'parentOfOtherClass'
  return hasChildren ? 'hasChildren' : null
}
