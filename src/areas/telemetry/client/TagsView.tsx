import './tags.css'
import { useTranslation } from 'react-i18next'
import { useEndpoint } from '@/client/api/use-list'
import type { PageViewProps } from '@/client/area'
import { useLanguage } from '@/client/format/use-language'
import { formatMoment } from '@/client/format/time'
import type { ListRow } from '@/client/resource/build-columns'
import { ResourceDetailView } from '@/client/resource/ResourceDetailView'
import { ResourcePage, type OpenRow } from '@/client/resource/ResourcePage'
import { useCanCall } from '@/client/session/use-session'
import { usePlantZone } from '@/client/session/plant-zone'
import { Button } from '@/client/ui/Button'
import { EditIcon } from '@/client/ui/icons'
import { PageFrame } from '@/client/ui/PageFrame'
import { Quantity } from '@/client/ui/Quantity'
import { StateBadge } from '@/client/ui/StateBadge'
import { chooseByLanguage } from '@/contract/language'
import type { Row } from '@/contract/resource'
import { liveTags } from '../contract/telemetry-endpoints'
import { tag } from '../contract/tag'
import { TagChart } from './TagChart'

type Tag = Row<typeof tag>
const columns = ['code', 'name', 'kind', 'unit', 'lineId', 'areaId', 'lineKey', 'active'] as const
const REFRESH_INTERVAL_MS = 15_000

/** Tags, with live value and chart in the detail panel. */
export default function TagsView({ tabs }: PageViewProps) {
  return (
    <ResourcePage
      of={tag}
      columns={columns}
      parts={{ above: tabs, detail: (open) => <TagPanel key={open.row.id} openRow={open} /> }}
    />
  )
}

function TagPanel({ openRow }: { openRow: OpenRow }) {
  const { t } = useTranslation('client')
  const language = useLanguage()
  const row = openRow.row as ListRow & Tag
  const mayEdit = useCanCall(tag.endpoints.update)
  return (
    <PageFrame
      title={row.code}
      sub={chooseByLanguage(language, row.name, row.nameEn) ?? row.name}
      {...(openRow.onBack ? { onBack: openRow.onBack } : {})}
      primary={
        mayEdit && (
          <Button look="primary" icon={<EditIcon size={20} />} onClick={openRow.onEdit}>
            {t('resource.edit')}
          </Button>
        )
      }
    >
      <CurrentValueSection row={row} />
      <TagChart row={row} />
      <ResourceDetailView of={tag} row={row} refs={openRow.refs} />
    </PageFrame>
  )
}

/** Live value; a stale value is displayed with its time. */
function CurrentValueSection({ row }: { row: Tag }) {
  const { t } = useTranslation('telemetry')
  const zone = usePlantZone()
  const { data } = useEndpoint(liveTags, { tagIds: [row.id] }, { refreshEvery: REFRESH_INTERVAL_MS })
  const live = data?.[0]
  if (!live) return null
  if (live.value === null || live.at === null) return <StateBadge tone="idle">{t('pages.tags.never')}</StateBadge>
  return (
    <p className="tag-now">
      <Quantity value={live.value} unit={row.unit} decimals={3} whole low={row.low} high={row.high} />
      {live.stale ? (
        <StateBadge tone="warn">{t('pages.tags.stale', { at: formatMoment(live.at, zone) })}</StateBadge>
      ) : (
        <StateBadge tone="ok">{t('pages.tags.now')}</StateBadge>
      )}
      {live.lateS !== null && live.lateS > row.everyS && (
        <StateBadge tone="idle">{t('pages.tags.late', { seconds: live.lateS })}</StateBadge>
      )}
    </p>
  )
}
