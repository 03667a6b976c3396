-- AlterTable
ALTER TABLE "Decision" ADD COLUMN "agentName" TEXT;
ALTER TABLE "Decision" ADD COLUMN "taskTitle" TEXT;

-- What is still there can be named.
UPDATE "Decision" SET
  "agentName" = (SELECT "tmuxName" FROM "Agent" WHERE "Agent"."id" = "Decision"."agentId"),
  "taskTitle" = (SELECT "title" FROM "Task" WHERE "Task"."id" = "Decision"."taskId");
