import type { AreaClient } from '@/client/area'

/** Views of telemetry, which are part of the meter page. */
export const telemetryClient: AreaClient = {
  name: 'telemetry',
  pages: {},
  pageViews: [
    { page: 'meterInquiry', name: 'tags', labelKey: 'telemetry:pages.tags.tab', load: () => import('./TagsView') },
    {
      page: 'meterInquiry',
      name: 'odd',
      labelKey: 'telemetry:pages.tags.odd',
      load: () => import('./OddReadingsView'),
    },
    {
      page: 'meterInquiry',
      name: 'inlets',
      labelKey: 'telemetry:pages.inlets.tab',
      load: () => import('./InletsView'),
    },
  ],
  rowValues: [{ resource: 'meter', load: () => import('./LiveMeterCell') }],
  contract: async () => (await import('../contract')).telemetryContract,
}
