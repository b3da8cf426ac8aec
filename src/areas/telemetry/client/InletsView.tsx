import './inlets.css'
import { useTranslation } from 'react-i18next'
import { useCommand } from '@/client/api/use-command'
import type { PageViewProps } from '@/client/area'
import { MISSING_TEXT } from '@/client/format/number'
import type { ListRow } from '@/client/resource/build-columns'
import { ExportButton } from '@/client/resource/ExportButton'
import { ResourcePage } from '@/client/resource/ResourcePage'
import { ResourceStateBadge } from '@/client/resource/ResourceStateBadge'
import { useCanCall } from '@/client/session/use-session'
import { Button } from '@/client/ui/Button'
import { StateBadge } from '@/client/ui/StateBadge'
import type { Row } from '@/contract/resource'
import { inletCertificate } from '../contract/telemetry-endpoints'
import { inlet, type InletState } from '../contract/inlet'
import type { Tones } from '@/contract/state-machine'

type Inlet = Row<typeof inlet>
const columns = [
  'name',
  'state',
  'kind',
  'url',
  'received',
  'lastReceivedAt',
  'refused',
  'lastError',
  'enabled',
] as const
const cells = {
  state: (row: ListRow) => <ResourceStateBadge resource={inlet} state={row['state']} tones={inletTones} />,
  lastError: (row: ListRow) => <LastErrorCell row={row as ListRow & Inlet} />,
  shownCertificate: (row: ListRow) => <ShownCertificateCell row={row as ListRow & Inlet} />,
}

/** Inlets with their connection states. */
export default function InletsView({ tabs }: PageViewProps) {
  return (
    <ResourcePage
      resource={inlet}
      columns={columns}
      cells={cells}
      parts={{ above: tabs, tools: <ExportButton endpoint={inletCertificate} input={{}} /> }}
    />
  )
}

/**
 * Returns why a person must check the server's certificate: none is trusted yet, or it differs from the trusted one.
 */
const getCertificateDoubt = ({
  security,
  serverCertificate,
  shownCertificate,
}: Inlet): 'untrusted' | 'changed' | null => {
  if (security === 'none' || !shownCertificate || shownCertificate === serverCertificate) return null
  return serverCertificate ? 'changed' : 'untrusted'
}

/** Last error. Certificate problems are translated; other errors are displayed as they occurred. */
function LastErrorCell({ row }: { row: Inlet }) {
  const { t } = useTranslation('telemetry')
  const doubt = row.state === 'connected' ? null : getCertificateDoubt(row)
  return doubt ? t(`pages.inlets.${doubt}`) : (row.lastError ?? MISSING_TEXT)
}

/** Certificate of the server, with a button to trust it, which requires the user's password. */
function ShownCertificateCell({ row }: { row: Inlet }) {
  const { t } = useTranslation('telemetry')
  const { busy, run } = useCommand(inlet.endpoints.update)
  const mayEdit = useCanCall(inlet.endpoints.update)
  const { id, version, security, shownCertificate } = row
  if (security === 'none' || !shownCertificate) return MISSING_TEXT
  const doubt = getCertificateDoubt(row)
  return (
    <div className="inlet-shown">
      <span>SHA-256 {shownCertificate}</span>
      <StateBadge tone={doubt ? 'bad' : 'ok'}>{t(`pages.inlets.${doubt ?? 'trusted'}`)}</StateBadge>
      {doubt && mayEdit && (
        <Button disabled={busy} onClick={() => void run({ id, version, serverCertificate: shownCertificate })}>
          {t('pages.inlets.trust')}
        </Button>
      )}
    </div>
  )
}

const inletTones: Tones<InletState> = {
  off: 'idle',
  connecting: 'wait',
  connected: 'ok',
  failed: 'bad',
}
