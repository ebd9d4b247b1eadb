/** Folder for an installation without a configured database: the cluster, secrets, the demo's key. */
export const DATA_FOLDER = ".data";
