/** Why lines stop 停机原因: the tree every plant starts with; it adds its own. */
export const stopReasons = {
  planned: ['orderChange', 'colourChange', 'specificationChange', 'filterChange', 'dieScraping', 'spinneretChange', 'beltCleaning', 'maintenance', 'noOrder', 'powerLimit'],
  unplanned: ['webBreak', 'rollWrap', 'drip', 'winding', 'bonding', 'blower', 'electrical', 'rawMaterial', 'quality', 'mechanical', 'other'],
} as const
export type StopClass = keyof typeof stopReasons
export type StopReason = (typeof stopReasons)[StopClass][number]
