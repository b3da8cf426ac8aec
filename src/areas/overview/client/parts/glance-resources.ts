/** Resources whose changes affect the glance. */
export const glanceResources: readonly string[] = [
  'shiftFigure',
  'lineStop',
  'workOrder',
  'repair',
  'pmPlan',
  'figureTarget',
]
