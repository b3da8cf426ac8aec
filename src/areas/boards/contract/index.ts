import { defineArea } from '@/contract/area'

/** Boards of lines and teams with their targets, and the large screens of the halls. */
export const boardsContract = defineArea({ name: 'boards', pages: [], resources: [], endpoints: [] })
