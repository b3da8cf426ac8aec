import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { ResourcePage } from '@/client/resource/ResourcePage'
import { lobbyNotice } from '../../contract/lobby-endpoints'

const columns = ['text', 'textEn', 'from', 'until', 'active']
/** 大屏通知: notices in the ticker of the large screens. */
export function NoticeList({ tabs }: { tabs: ReactNode }) {
  const { t } = useTranslation('boards')
  return <ResourcePage of={lobbyNotice} columns={columns} parts={{ title: t('pages.dataCenter.title'), above: tabs }} />
}
