/** Keys of whoever may read what a slitter did. Apart from its resources, so that a page that asks for no more carries none of them. */
export const slitterReaders = [
  'divideInteractiveView',
  'productionSheetView',
  'qualityTrackingView',
  'progressMonitoringView',
] as const
