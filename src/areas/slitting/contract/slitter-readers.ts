/** Permissions to read slitter output. In a file of its own, so that pages that need only these do not bundle the slitter resources. */
export const slitterReaders = [
  'divideInteractiveView',
  'productionSheetView',
  'qualityTrackingView',
  'progressMonitoringView',
] as const
