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
      resource={tag}
      columns={columns}
      parts={{ above: tabs, detail: (openRow) => <TagPanel key={openRow.row.id} openRow={openRow} /> }}
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
      subtitle={chooseByLanguage(language, row.name, row.nameEn) ?? row.name}
      {...(openRow.onBack ? { onBack: openRow.onBack } : {})}
      primary={
        mayEdit && (
          <Button look="primary" icon={<EditIcon size={20} />} onClick={openRow.onEdit}>
            {t('resource.edit')}
          </Button>
        )
      }
    >
      <CurrentValueLine row={row} />
      <TagChart row={row} />
      <ResourceDetailView resource={tag} row={row} refs={openRow.refs} />
    </PageFrame>
  )
}

/** Live value of the tag; a stale value is displayed with its time. */
function CurrentValueLine({ row }: { row: Tag }) {
  const { t } = useTranslation('telemetry')
  const zone = usePlantZone()
  const { data } = useEndpoint(liveTags, { tagIds: [row.id] }, { refreshIntervalMs: REFRESH_INTERVAL_MS })
  const liveValue = data?.[0]
  if (!liveValue) return null
  if (liveValue.value === null || liveValue.at === null)
    return <StateBadge tone="idle">{t('pages.tags.never')}</StateBadge>
  return (
    <p className="tag-now">
      <Quantity
        value={liveValue.value}
        unit={row.unit}
        decimals={3}
        showsAllDigits
        lowLimit={row.low}
        highLimit={row.high}
      />
      {liveValue.stale ? (
        <StateBadge tone="warn">{t('pages.tags.stale', { at: formatMoment(liveValue.at, zone) })}</StateBadge>
      ) : (
        <StateBadge tone="ok">{t('pages.tags.now')}</StateBadge>
      )}
      {liveValue.lateS !== null && liveValue.lateS > row.everyS && (
        <StateBadge tone="idle">{t('pages.tags.late', { seconds: liveValue.lateS })}</StateBadge>
      )}
    </p>
  )
}
