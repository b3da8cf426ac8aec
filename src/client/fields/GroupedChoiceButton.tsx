import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useId } from 'react'
import { useTranslation } from 'react-i18next'
import { findPickGroup } from '../area-registry'
import { getPhoneStore } from '../api/phone'
import { useLanguage } from '../format/use-language'
import { Button } from '../ui/Button'
import { MenuIcon } from '../ui/icons'
import type { CascadeGroup } from '../ui/popup/CascadePopup'
import { usePopup } from '../ui/popup/use-popup'
import { useIsTouch } from '../ui/use-device'

const CascadePopup = lazy(() => import('../ui/popup/CascadePopup'))

/**
 * Button to choose a row by its group on touch screens, such as a machine by its area. The rows come from the shift
 * pack, so that the button works offline. Renders nothing if there are fewer than two groups.
 */
export function GroupedChoiceButton(props: GroupedChoiceProps) {
  const isTouch = useIsTouch()
  return isTouch && findPickGroup(props.resource) ? <GroupedChoice {...props} /> : null
}
interface GroupedChoiceProps {
  resource: string
  label: string
  chosenId: string | null
  onChoose: (id: string, label: string) => void
}
function GroupedChoice({ resource, label, chosenId, onChoose }: GroupedChoiceProps) {
  const { t } = useTranslation('client')
  const language = useLanguage()
  const popup = usePopup()
  const popupId = useId()
  const { data: groups = [] } = useQuery({
    queryKey: [[resource], 'grouped', resource, language],
    queryFn: () => loadGroups(resource, t('fields.otherGroup')),
    networkMode: 'always',
    persister: undefined,
  })
  if (groups.length < 2) return null
  return (
    <>
      <Button
        block
        className="pick-grouped"
        icon={<MenuIcon size={20} />}
        aria-haspopup="dialog"
        onClick={(event) => popup.open(event.currentTarget, label)}
      >
        {t('fields.byGroup')}
      </Button>
      {popup.anchor && (
        <Suspense>
          <CascadePopup
            id={popupId}
            anchor={popup.anchor}
            groups={groups}
            wheelLabels={[t('fields.group'), label]}
            value={chosenId}
            onChoose={onChoose}
            onClose={popup.close}
          />
        </Suspense>
      )}
    </>
  )
}
/** Groups the rows of the shift pack. Rows without a group come last. */
async function loadGroups(resource: string, otherLabel: string): Promise<CascadeGroup[]> {
  const pickGroup = findPickGroup(resource)
  if (!pickGroup) return []
  const store = await getPhoneStore()
  const [{ rows }, options, groupOptions] = await Promise.all([
    store.loadPackRows(resource),
    store.findOptions(resource, '', []),
    store.findOptions(pickGroup.resource, '', []),
  ])
  const groupIdByRow = new Map(rows.map((row) => [String(row['id']), row[pickGroup.field]]))
  const toMembers = (isMember: (groupId: unknown) => boolean) =>
    options
      .filter(({ id }) => isMember(groupIdByRow.get(id)))
      .map(({ id, label: memberLabel }) => ({ value: id, label: memberLabel }))
  const groupIds = new Set<unknown>(groupOptions.map(({ id }) => id))
  return [
    ...groupOptions.map(({ id, label }) => ({ value: id, label, children: toMembers((groupId) => groupId === id) })),
    { value: '', label: otherLabel, children: toMembers((groupId) => !groupIds.has(groupId)) },
  ].filter(({ children }) => children.length > 0)
}
