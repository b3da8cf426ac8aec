/**
 * Permissions to read slitter output. They are in a separate file, so that pages that need only the permissions do not
 * bundle the slitter resources.
 */
export const slitterReaders = [
  'divideInteractiveView',
  'productionSheetView',
  'qualityTrackingView',
  'progressMonitoringView',
] as const
