import type { AreaClient } from '@/client/area'

/** Client of the certificates area. */
export const certificatesClient: AreaClient = {
  name: 'certificates',
  pages: { qualityReport: () => import('./QualityReportPage') },
  todayCards: [
    { name: 'waiting', order: 26, permissions: ['qualityReportApprove'], load: () => import('./today/WaitingCard') },
  ],
  rowCards: [
    {
      name: 'certificates',
      resources: ['workOrder', 'slitRoll'],
      order: 35,
      permissions: ['qualityReportView'],
      load: () => import('./trace/RelatedCertificatesSection'),
    },
  ],
  rowPlaces: { certificate: { page: 'qualityReport', params: { view: 'certificates' } } },
  searchableResources: ['certificate'],
  contract: async () => (await import('../contract')).certificatesContract,
}
