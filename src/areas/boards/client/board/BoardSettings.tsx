import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useEndpoint } from '@/client/api/use-list'
import { useInstantCommand } from '@/client/api/use-instant-command'
import { NotLoadedView } from '@/client/resource/NotLoadedView'
import { useAllowedOptions } from '@/client/session/use-session'
import { Button } from '@/client/ui/Button'
import { SkeletonList } from '@/client/ui/Skeleton'
import type { EndpointOutput } from '@/contract/endpoint'
import { boardSetting, readBoardSetting, setBoardSetting } from '../../contract/board-setting'
import type { BoardItem } from '../../rules/items'

/** Form for the items that boards show, and for how many days back values may be edited. */
export function BoardSettings({ onDone }: { onDone: () => void }) {
  const found = useEndpoint(readBoardSetting, {})
  if (found.isPending) return <SkeletonList />
  if (!found.data) return <NotLoadedView of={found} />
  return <Fields set={found.data} onDone={onDone} />
}
function Fields({ set, onDone }: { set: EndpointOutput<typeof readBoardSetting>; onDone: () => void }) {
  const { t } = useTranslation(['boards', 'plant'])
  const [items, setItems] = useState<readonly BoardItem[]>(set.items.map(({ item }) => item))
  const [days, setDays] = useState(String(set.editDays))
  const offered = useAllowedOptions()(boardSetting.fields.items.of.item)
  const step = useInstantCommand(setBoardSetting)
  const save = async (): Promise<void> => {
    const done = await step.run(
      { items: items.map((item) => ({ item })), editDays: Math.round(Number(days)) },
      { changes: ['lineBoard', 'teamBoard'] },
    )
    if (done) onDone()
  }
  return (
    <form
      className="board-settings"
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <fieldset>
        <legend>{t('boardSetting.fields.items')}</legend>
        {offered.map((item) => (
          <label key={item}>
            <input
              type="checkbox"
              checked={items.includes(item)}
              onChange={() => setItems(items.includes(item) ? items.filter((one) => one !== item) : [...items, item])}
            />
            {t(`plant:figures.${item}.name`)}
          </label>
        ))}
      </fieldset>
      <label>
        {t('boardSetting.fields.editDays')}
        <input
          className="ui-input"
          type="number"
          min={0}
          max={366}
          required
          value={days}
          onChange={(event) => setDays(event.target.value)}
        />
      </label>
      <Button look="primary" type="submit" disabled={step.busy || items.length === 0}>
        {t('pages.board.save')}
      </Button>
    </form>
  )
}
