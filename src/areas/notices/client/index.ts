import type { AreaClient } from '@/client/area'

/** Rules over figures and tags that call somebody, and who came. */
export const noticesClient: AreaClient = {
  name: 'notices',
  pages: { notices: () => import('./NoticesPage') },
  todayCards: [{ name: 'ringing', order: 5, keys: ['noticesWork'], load: () => import('./RingingCard') }],
  opens: { notice: 'notices', noticeRule: { page: 'notices', at: { view: 'rules' } } },
  operations: ['notice'],
  contract: async () => (await import('../contract')).noticesContract,
}
