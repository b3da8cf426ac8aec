/** Whose changes change what the glance shows. */
export const glanceResources: readonly string[] = [
  'shiftFigure',
  'lineStop',
  'workOrder',
  'repair',
  'pmPlan',
  'figureTarget',
]
