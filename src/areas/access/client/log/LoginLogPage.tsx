import { createStateCell } from '@/client/resource/ResourceStateBadge'
import '../access.css'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import type { ListRow } from '@/client/resource/build-columns'
import { ResourcePage } from '@/client/resource/ResourcePage'
import { loginLog } from '../../contract/log'
import { formatDevice } from '../account/device'
import { outcomeTones } from '../tones'

const columns = ['userName', 'outcome', 'at', 'userId', 'address', 'device'] as const
const outcomeCell = createStateCell(loginLog, 'outcome', outcomeTones)

/** Successful and failed sign-ins with address and device. */
export default function LoginLogPage() {
  const { t } = useTranslation('access')
  const cells = useMemo(
    () => ({
      outcome: outcomeCell,
      userName: (row: ListRow) => <span>{String(row['userName'] || '–')}</span>,
      device: (row: ListRow) => (
        <span title={String(row['device'] ?? '')}>{formatDevice(row['device'] as string | null, t)}</span>
      ),
    }),
    [t],
  )
  return <ResourcePage resource={loginLog} columns={columns} cells={cells} />
}
