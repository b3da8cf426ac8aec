import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useEndpoint } from '@/client/api/use-list'
import { useInstantCommand } from '@/client/api/use-instant-command'
import { NotLoadedView } from '@/client/resource/NotLoadedView'
import { Button } from '@/client/ui/Button'
import { SkeletonList } from '@/client/ui/Skeleton'
import type { EndpointOutput } from '@/contract/endpoint'
import { readLobby, setLobby } from '../../contract/lobby-calls'
import { scenes, screenThemes, type Scene } from '../../rules/lobby'

type Settings = EndpointOutput<typeof readLobby>
/** Form for the duration of scenes and notices, the selected scenes and the theme. */
export function ScreenSettings({ keeper }: { keeper: boolean }) {
  const found = useEndpoint(readLobby, {}, { resources: ['lobbySetting', 'lobbyNotice'] })
  if (found.isPending) return <SkeletonList />
  if (!found.data) return <NotLoadedView of={found} />
  return <Fields key={found.data.setAt ?? ''} set={found.data} keeper={keeper} />
}
function Fields({ set, keeper }: { set: Settings; keeper: boolean }) {
  const { t } = useTranslation('boards')
  const step = useInstantCommand(setLobby)
  const [data, setData] = useState(String(set.dataSeconds))
  const [notice, setNotice] = useState(String(set.noticeSeconds))
  const [theme, setTheme] = useState(set.theme)
  const [chosen, setChosen] = useState<readonly Scene[]>(set.scenes.map(({ scene }) => scene))
  const seconds = (word: 'dataSeconds' | 'noticeSeconds', value: string, put: (text: string) => void, most: number) => (
    <label>
      {t(`lobbySetting.fields.${word}`)} (s)
      <input
        className="ui-input"
        type="number"
        min={5}
        max={most}
        required
        disabled={!keeper}
        value={value}
        onChange={(event) => put(event.target.value)}
      />
      <small className="quiet">{t(`lobbySetting.hints.${word}`)}</small>
    </label>
  )
  return (
    <form
      className="board-settings"
      onSubmit={(event) => {
        event.preventDefault()
        void step.run({
          dataSeconds: Math.round(Number(data)),
          noticeSeconds: Math.round(Number(notice)),
          theme,
          scenes: chosen.map((scene) => ({ scene })),
        })
      }}
    >
      {seconds('dataSeconds', data, setData, 600)}
      {seconds('noticeSeconds', notice, setNotice, 300)}
      <fieldset disabled={!keeper}>
        <legend>{t('lobbySetting.fields.scenes')}</legend>
        {scenes.map((scene) => (
          <label key={scene}>
            <input
              type="checkbox"
              checked={chosen.includes(scene)}
              onChange={() =>
                setChosen(chosen.includes(scene) ? chosen.filter((one) => one !== scene) : [...chosen, scene])
              }
            />
            {t(`inputOptions.scene.${scene}`)}
          </label>
        ))}
      </fieldset>
      <label>
        {t('lobbySetting.fields.theme')}
        <select
          className="ui-input"
          disabled={!keeper}
          value={theme}
          onChange={(event) => setTheme(screenThemes.find((one) => one === event.target.value) ?? 'dark')}
        >
          {screenThemes.map((one) => (
            <option key={one} value={one}>
              {t(`inputOptions.theme.${one}`)}
            </option>
          ))}
        </select>
      </label>
      {keeper && (
        <Button look="primary" type="submit" disabled={step.busy || chosen.length === 0}>
          {t('pages.board.save')}
        </Button>
      )}
    </form>
  )
}
