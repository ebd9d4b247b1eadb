import { json } from "@/server/api/answer";
import { endpoint } from "@/server/api/endpoint";
import {
  changedSettings,
  importSettingsBody,
  importSettingsResource,
  presentImportSettings,
  settingsErrors,
} from "@/server/api/import-settings";
import { refusalBy } from "@/server/api/respond";
import { endpoints } from "@/server/api/route-handlers";
import { getOpenImport } from "@/server/billing/imports/find-import";
import { getImportSettings } from "@/server/billing/imports/get-import-settings";
import { updateImportSettings } from "@/server/billing/imports/update-import-settings";
import { DomainError } from "@/server/errors";
import { transact } from "@/server/platform/transact";

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = endpoints({
  GET: endpoint(
    {
      summary: "Show settings of an import",
      description: "How the import is collected: days, payment methods, fees, texts. A new import starts with its company's settings.",
      tag: "Collection",
      answer: importSettingsResource,
      errors: ["invalid_import_id", "import_has_no_settings"],
    },
    async ({ db, actor, params: { importId } }) => {
      const stored = await getImportSettings(db, actor, importId);
      if (!stored) throw new DomainError("import_has_no_settings");
      return json(presentImportSettings(importId, stored.settings));
    },
  ),
  PUT: endpoint(
    {
      summary: "Update settings of an import",
      description:
        "Changes only the fields that are sent. Possible only while the import is not transmitted. The settings are validated as they would be after the change.",
      tag: "Collection",
      body: importSettingsBody,
      answer: importSettingsResource,
      errors: [
        "invalid_import_id",
        "import_already_transmitted",
        "import_has_no_settings",
        ...settingsErrors,
        "methods_not_in_currency",
        "fee_above_cap",
        "direct_debit_only_in_euros",
        "direct_debit_only_in_sandboxes",
        "instalments_above_law",
        "instalments_only_in_sandboxes",
        "promises_only_in_sandboxes",
      ],
    },
    async ({ db, actor, params: { importId }, body }) =>
      transact(db, actor, async (tx) => {
        await getOpenImport(tx, actor, importId, { lock: true });
        const stored = await getImportSettings(tx, actor, importId);
        if (!stored) throw new DomainError("import_has_no_settings");
        const changed = changedSettings(stored.settings, body);
        if (changed.issues) throw refusalBy(changed.issues, settingsErrors);
        await updateImportSettings(tx, actor, importId, changed.data, stored.version);
        return json(presentImportSettings(importId, changed.data));
      }),
  ),
});
