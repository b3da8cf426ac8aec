// Starts a worker written in TypeScript: a worker does not inherit the loader of the thread that starts it.
import { register } from 'tsx/esm/api'

register()
await import(process.argv[2])
