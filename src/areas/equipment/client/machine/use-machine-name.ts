import { useRowWord } from '@/client/i18n/row-word'
import { equipment } from '@/areas/equipment/contract/equipment'

/** What a machine is called in the language on screen; its Chinese name where it has no English one. */
export const useMachineName = (): ((row: object) => string) => useRowWord(equipment, 'name')
