import type { AreaClient } from '@/client/area'

/** Client of the notices area: notices, their acknowledgement and the notice rules. */
export const noticesClient: AreaClient = {
  name: 'notices',
  pages: { notices: () => import('./NoticesPage') },
  todayCards: [{ name: 'ringing', order: 5, permissions: ['noticesWork'], load: () => import('./today/RingingCard') }],
  rowPlaces: { notice: 'notices', noticeRule: { page: 'notices', params: { view: 'rules' } } },
  outboxResources: ['notice'],
  contract: async () => (await import('../contract')).noticesContract,
}
